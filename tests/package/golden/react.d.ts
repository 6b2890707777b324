import type { ViewSnapshot } from "./types.js";

/**
 * What the hook needs of a `BackgroundTaskView`.
 *
 * @example
 * ```ts
 * const source: BackgroundTaskSource = new BackgroundTaskView();
 * ```
 */
export interface BackgroundTaskSource {
  subscribe(listener: () => void): () => void;
  getSnapshot(): ViewSnapshot;
}

/**
 * What a view shows. The component renders again when that changes, and only then; all components of a page show the
 * same state. Create the view once, outside of the components. On a server, it gives what the view shows there.
 *
 * @example
 * ```jsx
 * function Badge() {
 *   const { badge } = useBackgroundTasks(view);
 *   return <b>{badge.errors}</b>;
 * }
 * ```
 */
export function useBackgroundTasks(view: BackgroundTaskSource): ViewSnapshot;
/**
 * A part of what a view shows. The component renders again only when that part changes: when `isEqual`, which is
 * `Object.is` unless said otherwise, tells them apart.
 *
 * @example
 * ```jsx
 * function Errors() {
 *   return <b>{useBackgroundTasks(view, (snapshot) => snapshot.badge.errors)}</b>;
 * }
 * ```
 */
export function useBackgroundTasks<T>(
  view: BackgroundTaskSource,
  select: (snapshot: ViewSnapshot) => T,
  isEqual?: (a: T, b: T) => boolean,
): T;
