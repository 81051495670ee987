// Whether an answer to nonsense is right: a refusal of 4xx in the one shape, or a success that belongs to whoever was asked about.
import type { Answer, Ask, World } from '../contract/world.js'

const BUSY_MS = 4000

export class Judge {
  readonly #statuses = new Map<number, number>()
  #cases = 0

  constructor(
    private readonly world: World,
    private readonly seed: number,
  ) {}

  get cases(): number {
    return this.#cases
  }

  statuses(status: number): number {
    return this.#statuses.get(status) ?? 0
  }

  /** @throws Error with the seed, the question and the answer */
  async ask(ask: Ask, { isRight, count = 1 }: { isRight?: (answer: Answer) => boolean; count?: number } = {}): Promise<Answer> {
    this.#cases += count
    const before = this.world.outgoing.length
    const started = performance.now()
    const answer = await this.world.ask(ask)
    const { status } = answer
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    if (answer.headers.has('x-injected')) this.fail('a header of the caller', ask, answer)
    // A machine that is too busy to let the devnet answer in time says nothing about the services.
    if (status === 503 && performance.now() - started > BUSY_MS) return answer
    if (status >= 500) this.fail('a failure', ask, answer)
    if (status >= 400 && !isRefusal(ask, answer)) this.fail('a refusal of another shape', ask, answer)
    if (status >= 400 && this.world.outgoing.length > before && !isAboutTheChain(answer))
      this.fail(`a refusal that asked ${this.world.outgoing.slice(before).join(', ')}`, ask, answer)
    if (status < 400 && isRight && !isRight(answer)) this.fail('an answer that is not theirs', ask, answer)
    return answer
  }

  fail(what: string, { method, path, headers, body }: Ask, { status, text }: Answer): never {
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const question = `${method ?? ''} ${path.slice(0, 600)} ${JSON.stringify(headers ?? {})} ${(sent ?? '').slice(0, 1500)}`
    throw new Error(
      `${what}: ${this.world.faults.at(-1) ?? ''} ${question} → ${status} ${text.slice(0, 500)} (case ${this.#cases}, WM_FUZZ_SEED=${this.seed})`,
    )
  }
}

const shape =
  /^\{(?:"jsonrpc":"2\.0","id":null,"error":\{"code":-\d+,"message":"[^"]+"\},)?"status":"FAILED","reasons":\[\{"field":"(?:[^"\\]|\\.)*","description":"(?:[^"\\]|\\.){5,}"\}\]\}$/

function isRefusal({ method, path }: Ask, { text, headers }: Answer): boolean {
  if (path.startsWith('/onramp/checkout/') && text.startsWith('<!doctype html>')) return true
  if (method === 'HEAD') return text === ''
  return shape.test(text) && headers.get('content-type') === 'application/json'
}

/** What only the chain can know: whether a token is there, whether a swap would go through, whose a signature is (and then, that it is an old one). */
function isAboutTheChain({ body }: Answer): boolean {
  const description = String(body?.reasons?.[0]?.description)
  return /not a token|Conversion parameter error|did not sign|not the signature|was used already/.test(description)
}
