// The package ships no types beside this file; these are of the same data.
declare module 'tldts/dist/cjs/src/data/trie.js' {
  export * from 'tldts/dist/types/src/data/trie.js'
}
