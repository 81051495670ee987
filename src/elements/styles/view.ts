// The style sheet that all views share, with the rules that the first view needs; `view-more.ts` has the others. A view has no rules of its own: add a
// primitive instead.
import { css } from 'lit'

/** Styles of the Connect view and of the outlet. */
export const viewStyles = css`
  :host {
    padding: 0.25em 1em 1em;
    line-height: 1.375;
  }
  .stack,
  .center {
    display: flex;
    flex-direction: column;
    gap: 0.75em;
  }
  .center {
    align-items: center;
    text-align: center;
  }
  .center > * {
    max-inline-size: 100%;
  }
  /* a text button over the whole width */
  .wide {
    inline-size: 100%;
    min-block-size: 2.75em;
    padding: 0.5em 1em;
    border: 1px solid transparent;
    border-radius: var(--_wm-radius-control);
    font-weight: 600;
    line-height: 1.25;
    text-align: center;
    color: var(--_wm-accent-text);
  }
  .wide:hover {
    background: var(--_wm-hover);
  }
  .wide:active {
    background: var(--_wm-pressed);
  }
  .section {
    margin: 1.15em 0 0.5em;
    /* aligned with the icons of the group below */
    padding-inline: calc(18em / 13);
    font-size: 0.8125em;
    font-weight: 600;
    line-height: 1.375;
    color: var(--_wm-text-2);
  }
  .section:first-child {
    margin-block-start: 0;
  }
  .group {
    display: flex;
    flex-direction: column;
    padding: 4px;
    list-style: none;
    border: 1px solid var(--_wm-line);
    border-radius: var(--_wm-radius-group);
    background: var(--_wm-raised);
  }
  /* four in a line, or fewer with a large font */
  .grid {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(max(4.25em, 22%), 1fr));
  }
  /* the height of a tile, while tiles are loading */
  .grid > li {
    min-block-size: 6.25em;
  }
  /* the place of a field that is still loaded */
  .search {
    min-block-size: 5.25em;
  }
  /* The space between blocks; a section label has its own. */
  :where(ul, p, h3) {
    margin: 0;
  }
  :where(.group, .stack, .center, p) + :where(.group, .center, p) {
    margin-block-start: 0.75em;
  }
  .stack > *,
  .center > * {
    margin-block-start: 0;
  }
  p {
    overflow-wrap: anywhere;
  }
  .hint {
    font-size: 0.8125em;
    line-height: 1.45;
    color: var(--_wm-text-2);
  }
  @media (forced-colors: active) {
    .group {
      border-color: CanvasText;
    }
    .wide {
      border-color: ButtonText;
    }
  }
`
