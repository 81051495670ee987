// A plugin of every build for browsers that has the WalletConnect client in it.

const replacements = [
  // texts in base64 and back: what a wallet is asked to allow (ReCap, ERC-5573), the links to wallets at t.me, and base64 in pasted links
  [/Buffer\.from\(JSON\.stringify\((\w+)\)\)\.toString\("base64"\)/, 'btoa(JSON.stringify($1))'],
  [/JSON\.parse\(Buffer\.from\((\w+),"base64"\)\.toString\("utf-8"\)\)/, 'JSON.parse(atob($1))'],
  [/=Buffer\.from\((\w+)\)\.toString\("base64"\)/, '=btoa($1)'],
  [
    /return Buffer\.from\((\w+),"base64"\)\.toString\("utf-8"\)/,
    'return new TextDecoder().decode(Uint8Array.from(atob($1),e=>e.charCodeAt(0)))',
  ],
  // the hash of a text that was signed
  [
    /"0x"\+Buffer\.from\((\w+\(n\))\)\.toString\("hex"\)(?=\}async function)/,
    '"0x"+Array.from($1,e=>e.toString(16).padStart(2,"0")).join("")',
  ],
]

/**
 * Replaces Node's `Buffer` where client 2.21.8 uses it in a page: browsers have none, so that it threw a ReferenceError, and could neither ask a wallet to sign
 * in with its approval nor open a wallet at t.me for a request. What is written in base64 is ASCII. May go when the client does without.
 * @returns {import('vite').Plugin}
 */
export const withoutBuffer = () => ({
  name: 'without-buffer',
  enforce: 'pre',
  transform: {
    filter: { id: /\/node_modules\/@walletconnect\/utils\/dist\/index\.es\.js/ },
    handler(code) {
      const missing = replacements.filter(([found]) => !found.test(code))
      if (missing.length > 0)
        this.error(`without-buffer: the client has no ${missing.map(([found]) => found.source).join(' and no ')}`)
      return { code: replacements.reduce((text, [found, by]) => text.replace(found, by), code), map: null }
    },
  },
})
