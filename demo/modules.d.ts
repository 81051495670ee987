// What Vite lets a page import besides code.
interface ImportMeta {
  /** Absent in a build. */
  readonly hot?: {
    on(event: 'vite:beforeFullReload', listener: () => void): void
    off(event: 'vite:beforeFullReload', listener: () => void): void
  }
}
declare module '*.css'
declare module '*.svg?raw' {
  const text: string
  export default text
}
