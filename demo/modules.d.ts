// What Vite lets a page import besides code.
declare module '*.css'
declare module '*.svg?raw' {
  const text: string
  export default text
}
