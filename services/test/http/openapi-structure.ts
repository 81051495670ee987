// Checks a document against the rules of OpenAPI 3.1 (and JSON Schema 2020-12) that one made by a program can break.
type Json = ReturnType<typeof JSON.parse>

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Where a rule is broken; empty: nowhere. */
export function problemsOf(document: Json): readonly string[] {
  const found: string[] = []
  const need = (isRight: boolean, path: string) => void (isRight || found.push(path))
  const resolves = (ref: unknown) =>
    typeof ref === 'string' &&
    ref.startsWith('#/') &&
    ref
      .slice(2)
      .split('/')
      .reduce<Json>((at, key) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document) !== undefined

  need(/^3\.1\.\d+$/.test(document.openapi), 'openapi')
  for (const key of ['title', 'version']) need(typeof document.info?.[key] === 'string', `info.${key}`)
  const ids = new Set<string>()
  for (const [path, item] of Object.entries<Json>(document.paths ?? {})) {
    need(path.startsWith('/'), `paths.${path}`)
    for (const [method, operation] of Object.entries<Json>(item)) {
      const at = `paths.${path}.${method}`
      need(methods.includes(method), at)
      need(typeof operation.operationId === 'string' && !ids.has(operation.operationId), `${at}.operationId`)
      ids.add(operation.operationId)
      checkParameters(path, operation.parameters ?? [], at)
      if (operation.requestBody) checkContent(operation.requestBody.content, `${at}.requestBody`)
      checkResponses(operation.responses, `${at}.responses`)
    }
  }
  for (const [kind, parts] of Object.entries<Json>(document.components ?? {})) {
    for (const [name, part] of Object.entries<Json>(parts)) {
      const at = `components.${kind}.${name}`
      need(/^[A-Za-z0-9._-]+$/.test(name), at)
      if (kind === 'schemas') checkSchema(part, at)
      if (kind === 'responses') checkResponse(part, at)
    }
  }
  return found

  function checkParameters(path: string, parameters: Json[], at: string): void {
    const keys = parameters.map(({ name, in: place }) => `${place} ${name}`)
    need(new Set(keys).size === keys.length, `${at}.parameters`)
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    for (const name of named) need(keys.includes(`path ${name}`), `${at}: ${name}`)
    parameters.forEach((parameter, index) => {
      const here = `${at}.parameters.${index}`
      need(['path', 'query', 'header', 'cookie'].includes(parameter.in), `${here}.in`)
      if (parameter.in === 'path') need(parameter.required === true && named.includes(parameter.name), `${here}.required`)
      need(parameter.schema !== undefined, `${here}.schema`)
      checkSchema(parameter.schema ?? {}, `${here}.schema`)
    })
  }

  function checkResponses(responses: Json, at: string): void {
    need(typeof responses === 'object' && Object.keys(responses).length > 0, at)
    for (const [status, response] of Object.entries<Json>(responses ?? {})) {
      need(/^(?:[1-5](?:\d\d|XX)|default)$/.test(status), `${at}.${status}`)
      checkResponse(response, `${at}.${status}`)
    }
  }

  function checkResponse(response: Json, at: string): void {
    if ('$ref' in response) return need(resolves(response.$ref), `${at}.$ref`)
    need(typeof response.description === 'string', `${at}.description`)
    if (response.content) checkContent(response.content, at)
  }

  function checkContent(content: Json, at: string): void {
    need(typeof content === 'object' && Object.keys(content).length > 0, `${at}.content`)
    for (const [type, { schema }] of Object.entries<Json>(content ?? {})) {
      need(/^[a-z]+\/[a-z0-9.+-]+$/.test(type), `${at}.content.${type}`)
      if (schema !== undefined) checkSchema(schema, `${at}.content.${type}.schema`)
    }
  }

  function checkSchema(schema: Json, at: string): void {
    if (typeof schema === 'boolean') return
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return need(false, at)
    if ('$ref' in schema) need(resolves(schema.$ref), `${at}.$ref`)
    if ('type' in schema)
      need(
        [schema.type].flat().every((type: Json) => types.includes(type)),
        `${at}.type`,
      )
    if ('pattern' in schema) need(isPattern(schema.pattern), `${at}.pattern`)
    if ('required' in schema)
      need(Array.isArray(schema.required) && new Set(schema.required).size === schema.required.length, `${at}.required`)
    if ('enum' in schema) need(Array.isArray(schema.enum) && schema.enum.length > 0, `${at}.enum`)
    for (const key of ['properties', 'patternProperties', '$defs'])
      for (const [name, of] of Object.entries<Json>(schema[key] ?? {})) checkSchema(of, `${at}.${key}.${name}`)
    for (const key of ['items', 'additionalProperties', 'propertyNames', 'not', 'contains'])
      if (key in schema) checkSchema(schema[key], `${at}.${key}`)
    for (const key of ['allOf', 'anyOf', 'oneOf', 'prefixItems'])
      for (const [index, of] of Object.entries<Json>(schema[key] ?? [])) checkSchema(of, `${at}.${key}.${index}`)
  }
}

function isPattern(text: unknown): boolean {
  try {
    return typeof text === 'string' && new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}
