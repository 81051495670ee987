// The stylesheet of all views, as far as the first one needs it; `view-more.ts` has the rest. A view that needs a rule of its own is missing a primitive.
import { css } from 'lit'

export const viewStyles = css`
  :host {
    padding: 0.25em 1em 1em;
    line-height: 1.375;
  }
  .stack,
  .center,
  .actions {
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
  .actions {
    margin-block-start: 1em;
    inline-size: 100%;
  }
  /* a button over the whole width, of words alone */
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
    /* over the icons of the group below */
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
  /* four in a line, or fewer where letters are large */
  .grid {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(max(4.25em, 22%), 1fr));
  }
  /* as high as a tile, before there is one */
  .grid > li {
    min-block-size: 6.25em;
  }
  .search {
    min-block-size: 5.25em;
  }
  /* What follows a text, a field or another block keeps its distance; a section label brings its own. */
  :where(ul, p, h3) {
    margin: 0;
  }
  :where(.group, .list, .stack, .center, p, wm-banner, wm-tabs, wm-search-field, wm-checkbox)
    + :where(.group, .list, .stack, .center, p, wm-checkbox, wm-search-field, [role='tabpanel'], [aria-busy]) {
    margin-block-start: 0.75em;
  }
  :is(.stack, .center, .actions) > * {
    margin-block-start: 0;
  }
  h3,
  .heading {
    font-size: 1em;
    font-weight: 600;
    line-height: 1.375;
    color: var(--_wm-text);
  }
  p {
    overflow-wrap: anywhere;
  }
  .hint,
  .meta {
    font-size: 0.8125em;
    line-height: 1.45;
    color: var(--_wm-text-2);
  }
  .meta {
    color: var(--_wm-text-3);
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
