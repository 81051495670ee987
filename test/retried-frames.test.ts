// The frame of a file of tests in a browser that does not load (vitest-dev/vitest#11243) costs twenty seconds, not the run.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Orchestrator, watchFrames } from './support/retried-frames.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const FILE = '/test/a.browser.test.ts'
const frameOf = (file: string) => ({
  src: `http://localhost/?sessionId=s&iframeId=${encodeURIComponent(file)}`,
  remove: vi.fn(),
})
type Frame = ReturnType<typeof frameOf>

/** Vitest's side: `prepare` says how each attempt ends. */
function orchestrate(...attempts: (() => Promise<Frame>)[]) {
  const frames = [frameOf('/test/other.browser.test.ts'), frameOf(FILE)]
  const prepareIframe = vi.fn<(...all: unknown[]) => Promise<Frame>>()
  for (const attempt of attempts) prepareIframe.mockImplementationOnce(attempt)
  const removeIframe = vi.fn()
  const tell = vi.fn()
  const runner: { orchestrator?: Orchestrator } = {}
  watchFrames(runner, tell)
  runner.orchestrator = { prepareIframe, removeIframe } as unknown as Orchestrator
  const container = { querySelectorAll: () => frames } as unknown as Element
  return { frames, prepareIframe, removeIframe, tell, ready: runner.orchestrator.prepareIframe(container, FILE, 5, 'context') }
}
const never = () => new Promise<never>(() => {})

test('a frame that gets ready in time is left alone', async () => {
  const frame = frameOf(FILE)
  const { ready, prepareIframe, tell, removeIframe } = orchestrate(() => Promise.resolve(frame))
  expect(await ready).toBe(frame)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([prepareIframe.mock.calls.length, removeIframe.mock.calls, tell.mock.calls]).toEqual([1, [], []])
  expect(vi.getTimerCount()).toBe(0)
})

test('one that does not is made anew after 20 s, alone, and that is told', async () => {
  const frame = frameOf(FILE)
  const { ready, frames, prepareIframe, tell, removeIframe } = orchestrate(never, () => Promise.resolve(frame))
  await vi.advanceTimersByTimeAsync(19_999)
  expect(prepareIframe).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await ready).toBe(frame)
  expect(removeIframe.mock.calls).toEqual([[FILE]])
  expect(frames.map(({ remove }) => remove.mock.calls.length)).toEqual([0, 1])
  expect(tell.mock.calls).toEqual([[`The frame of ${FILE} was not ready within 20 s, and is made anew.`]])
  expect(prepareIframe.mock.calls[1]!.slice(1)).toEqual([FILE, 5, 'context'])
})

test('after three attempts it is waited for', async () => {
  const frame = frameOf(FILE)
  const later = () => new Promise<Frame>((resolve) => setTimeout(resolve, 100_000, frame))
  const { ready, prepareIframe, tell } = orchestrate(never, never, never, later)
  await vi.advanceTimersByTimeAsync(160_000)
  expect(await ready).toBe(frame)
  expect([prepareIframe.mock.calls.length, tell.mock.calls.length]).toEqual([4, 3])
})

test('what Vitest finds wrong with a frame is not tried again', async () => {
  const wrong = new Error('Cannot connect to the iframe.')
  const { ready, prepareIframe } = orchestrate(() => Promise.reject(wrong))
  await expect(ready).rejects.toBe(wrong)
  expect(prepareIframe).toHaveBeenCalledTimes(1)
})
