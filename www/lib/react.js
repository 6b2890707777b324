// Entry "tasklight/react": a view as state of a component.
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";

const whole = (snapshot) => snapshot;

/** What a view shows, or a part of it; renders again only when that changed. */
export function useBackgroundTasks(view, select = whole, isEqual = Object.is) {
  const shown = useRef(undefined);
  const subscribe = useCallback((listener) => view.subscribe(listener), [view]);
  // React asks often, and wants the same answer until something changed. So a selection is kept with its snapshot,
  // and an equal one of the render before takes its place, also if `select` is a new function in every render.
  const getSelection = useMemo(() => {
    let kept;
    return () => {
      const snapshot = view.getSnapshot();
      if (kept?.snapshot !== snapshot) {
        const selection = select(snapshot);
        const earlier = kept ?? shown.current;
        kept = { snapshot, selection: earlier && isEqual(earlier.selection, selection) ? earlier.selection : selection };
      }
      return kept.selection;
    };
  }, [view, select, isEqual]);
  const selection = useSyncExternalStore(subscribe, getSelection, getSelection);
  useEffect(() => {
    shown.current = { selection };
  }, [selection]);
  return selection;
}
