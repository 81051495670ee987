// What Vite makes of an import.
declare module '*?raw' {
  const text: string
  export default text
}
