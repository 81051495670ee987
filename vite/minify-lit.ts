import { minifyHTMLLiterals } from 'minify-literals'
import type { Plugin } from 'vite'

/**
 * Strips white space from html`` and css`` templates; runs when TypeScript is gone. svg`` stays as it is: read as HTML, its `/>` would go, and each shape
 * after the first would be inside of another, where nothing is drawn.
 * @param id which modules have such templates
 */
export const minifyLit = (id: RegExp): Plugin => ({
  name: 'minify-lit',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id },
    async handler(code, fileName) {
      if (!/html`|css`/.test(code)) return undefined
      const result = await minifyHTMLLiterals(code, { fileName, htmlTags: ['html'] })
      return result ? { code: result.code, map: result.map ?? null } : undefined
    },
  },
})
