// The colours of VS Code, by names of our own. Where there is no VS Code around, what its own themes Light Modern and
// Dark Modern have; and where a theme leaves a colour out, something near to it.
import { css } from "lit";

export const colors = css`
  :host {
    --plain-fg: #3b3b3b;
    --plain-muted: #616161;
    --plain-border: #e5e5e5;
    --plain-hover: #f2f2f2;
    --plain-selected: #e8e8e8;
    --plain-button: #e5e5e5;
    --plain-badge: #cccccc;
    --plain-badge-fg: #3b3b3b;
    --plain-code: #f3f3f3;
    --plain-focus: #005fb8;
    --plain-red: #b01011;
    --plain-green: #388a34;
    --plain-blue: #0065c8;
    --plain-yellow: #a06f00;
  }
  @media (prefers-color-scheme: dark) {
    :host {
      --plain-fg: #cccccc;
      --plain-muted: #9d9d9d;
      --plain-border: #2b2b2b;
      --plain-hover: #2a2d2e;
      --plain-selected: #37373d;
      --plain-button: #313131;
      --plain-badge: #616161;
      --plain-badge-fg: #f8f8f8;
      --plain-code: #2b2b2b;
      --plain-focus: #0078d4;
      --plain-red: #f88078;
      --plain-green: #89d185;
      --plain-blue: #4daafc;
      --plain-yellow: #cca700;
    }
  }
  :host {
    --fg: var(--vscode-foreground, var(--plain-fg));
    --muted: var(--vscode-descriptionForeground, var(--plain-muted));
    --border: var(--vscode-sideBarSectionHeader-border, var(--vscode-panel-border, var(--plain-border)));
    --focus: var(--vscode-focusBorder, var(--plain-focus));
    --focus-width: 1px;
    --hover: var(--vscode-list-hoverBackground, var(--plain-hover));
    --selected-bg: var(--vscode-list-activeSelectionBackground, var(--plain-selected));
    --selected-fg: var(--vscode-list-activeSelectionForeground, var(--fg));
    --badge-bg: var(--vscode-badge-background, var(--plain-badge));
    --badge-fg: var(--vscode-badge-foreground, var(--plain-badge-fg));
    --button-bg: var(--vscode-button-secondaryBackground, var(--plain-button));
    --button-fg: var(--vscode-button-secondaryForeground, var(--fg));
    --button-hover: var(--vscode-button-secondaryHoverBackground, var(--button-bg));
    --button-border: var(--vscode-button-border, var(--contrast, transparent));
    --tool-hover: var(--vscode-toolbar-hoverBackground, var(--hover));
    --code-bg: var(--vscode-textCodeBlock-background, var(--plain-code));
    --link: var(--vscode-textLink-foreground, var(--plain-focus));
    --red: var(--vscode-errorForeground, var(--plain-red));
    --green: var(--vscode-testing-iconPassed, var(--vscode-charts-green, var(--plain-green)));
    --blue: var(--vscode-charts-blue, var(--plain-blue));
    --yellow: var(--vscode-charts-yellow, var(--plain-yellow));
    /* Only high contrast themes have these. */
    --contrast: var(--vscode-contrastBorder, transparent);
    --contrast-active: var(--vscode-contrastActiveBorder, transparent);
  }
`;
