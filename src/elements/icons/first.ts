// The icons of the first screen: strokes on a 24 × 24 grid, drawn by <wm-icon>. All others: `all.ts`.

/** The path of each icon by name. They are in the chunk of the first open. */
export const paths = {
  back: 'M15 5l-7 7 7 7',
  'chevron-end': 'M9.5 6l6 6-6 6',
  close: 'M6 6l12 12M18 6L6 18',
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  help: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM9.6 9.6a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2 1-1.2 1.8M12 16.6h.01',
  phone: 'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 18h2',
} as const satisfies Record<string, string>
