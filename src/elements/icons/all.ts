// The icons: strokes on a 24 × 24 grid, drawn by <wm-icon>.
import { paths as first } from './first.js'

/** The path of each icon by name: those of the first screen and all others. */
export const paths = {
  ...first,
  'arrow-down': 'M12 5v14M6 13l6 6 6-6',
  'arrow-end': 'M5 12h14M13 6l6 6-6 6',
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  bank: 'M12 4l8 4.5H4zM6.5 11v6M12 11v6M17.5 11v6M4 19.5h16',
  browser: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3 9.5h18M6 7.25h.01M8.5 7.25h.01',
  card: 'M4 5.5h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM3 10h18M6.5 15h3',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'chevron-down': 'M6 9.5l6 6 6-6',
  copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1',
  danger: 'M12 8v5M12 16.5h.01M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z',
  desktop: 'M4 4.5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-10a1 1 0 0 1 1-1zM12 16.5v3.5M8 20h8',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  empty:
    'M4 13l2.5-7.5a1 1 0 0 1 1-.7h9a1 1 0 0 1 1 .7L20 13v5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18v-5zM4 13h4.5l1.2 2.4h4.6l1.2-2.4H20',
  explorer: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM15.8 8.2l-2.3 5.3-5.3 2.3 2.3-5.3z',
  external: 'M9 5H5.5A1.5 1.5 0 0 0 4 6.5v12A1.5 1.5 0 0 0 5.5 20h12a1.5 1.5 0 0 0 1.5-1.5V15M13 4h7v7M20 4l-9.5 9.5',
  info: 'M12 11v5.5M12 7.6h.01M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z',
  key: 'M14.5 4a5.5 5.5 0 1 1-4.9 8L4 17.6V20h3v-2h2v-2l1.6-1.6M16 8h.01',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  mail: 'M4.5 5.5h15a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM4 7l8 6 8-6',
  network:
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c2.5 2.5 3.5 5.3 3.5 8.5s-1 6-3.5 8.5c-2.5-2.5-3.5-5.3-3.5-8.5s1-6 3.5-8.5z',
  power: 'M12 4v8M7.5 6.8a7 7 0 1 0 9 0',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM20 14v.01M20 17.5V20h-2.5M14 20v.01M7 7h.01M17 7h.01M7 17h.01',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5',
  search: 'M11 4.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM20 20l-4.3-4.3',
  settings: 'M4 7.5h8M18 7.5h2M12 7.5a3 3 0 1 0 6 0 3 3 0 1 0-6 0zM4 16.5h2M12 16.5h8M6 16.5a3 3 0 1 0 6 0 3 3 0 1 0-6 0z',
  shield: 'M12 3.5l7 2.5v5.5c0 4.3-2.8 7.3-7 9-4.2-1.7-7-4.7-7-9V6z',
  store: 'M5 10v9.5h14V10M3.5 10l1.5-5.5h14l1.5 5.5a2.8 2.8 0 0 1-5.6 0 2.9 2.9 0 0 1-5.8 0 2.8 2.8 0 0 1-5.6 0z',
  swap: 'M4 9h14M14 5l4 4M20 15H6M10 19l-4-4',
  wallet: 'M5 6.5h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-11A2.5 2.5 0 0 1 6.5 4H17M16 13h.01',
  warning: 'M12 9.5v4M12 16.5h.01M10.7 4.5L3 18a1.5 1.5 0 0 0 1.3 2.2h15.4A1.5 1.5 0 0 0 21 18L13.3 4.5a1.5 1.5 0 0 0-2.6 0z',
} as const satisfies Record<string, string>

/** The name of an icon. */
export type IconName = keyof typeof paths
