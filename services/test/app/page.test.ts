// The page at `/`, as a person who opens the services' address gets it.
import { expect, onTestFinished, test } from 'vitest'
import { useCompiledServices } from '../support/compiled.js'
import { startServices } from '../support/services.js'

useCompiledServices()

test('GET / is a page of these services, under a strict policy, whose parts and links are all there', async () => {
  // A table of projects does not keep an operator from it.
  const { url, stop } = await startServices({ relay: false, page: true, projects: { shop: { origins: [], analytics: false } } })
  onTestFinished(stop)
  const page = await fetch(`${url}/`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
  const parts = [...(await page.text()).matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path = '']) => path)
  expect(parts.some((path) => path.endsWith('.js'))).toBe(true)
  for (const path of [...parts, 'page/self-hosting.md', 'openapi.json', 'health', 'ready']) {
    expect((await fetch(`${url}/${path}`)).status, path).toBe(200)
  }
})
