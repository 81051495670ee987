// What the build makes of an import.
declare module '*?worker&url' {
  const url: string
  export default url
}
