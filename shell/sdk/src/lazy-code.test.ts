import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyCode } from './lazy-code.ts'

const connection = vi.spyOn(navigator, 'onLine', 'get')
const lose = (): void => {
  connection.mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
}
const restore = (): void => {
  connection.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
}

beforeEach(() => {
  vi.useFakeTimers()
  connection.mockReturnValue(true)
})
afterEach(() => vi.useRealTimers())

/** Returns an `import()` that fails while there is no connection, and how often it was called. */
function imported() {
  const calls = { count: 0 }
  const load = async (): Promise<string> => {
    calls.count += 1
    if (!navigator.onLine) throw new Error('ChunkLoadError')
    return 'code'
  }
  return { load, calls }
}

it('loads once', async () => {
  const { load, calls } = imported()
  const code = lazyCode(load)
  expect(await Promise.all([code.load(), code.load()])).toEqual(['code', 'code'])
  expect(calls.count).toBe(1)
  expect(code.loaded()).toBe('code')
})

it('waits for the connection, and goes on by itself when it is back', async () => {
  const { load, calls } = imported()
  const code = lazyCode(load)
  const states: string[] = []
  code.subscribe(() => states.push(code.state()))
  lose()
  const loading = code.load()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(calls.count).toBe(1)
  restore()
  expect(await loading).toBe('code')
  expect(states).toEqual(['loading', 'waiting', 'loading', 'ready'])
})

it('does not wait for what was under way when the connection was lost', async () => {
  const load = vi.fn(async () => 'code').mockReturnValueOnce(new Promise(() => undefined))
  const code = lazyCode(load)
  const loading = code.load()
  lose()
  await vi.advanceTimersByTimeAsync(0)
  expect(code.state()).toBe('waiting')
  restore()
  expect(await loading).toBe('code')
})

it('tries again when there seems to be a connection, and fails after some failures', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new Error('ChunkLoadError'))
  const code = lazyCode(load)
  const loading = code.load()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await loading).toBe('code')

  const broken = vi.fn(async () => 'code')
  for (let failure = 0; failure < 3; failure++) broken.mockRejectedValueOnce(new Error('ChunkLoadError'))
  const other = lazyCode(broken)
  const failed = expect(other.load()).rejects.toThrow('ChunkLoadError')
  await vi.advanceTimersByTimeAsync(60_000)
  await failed
  expect(other.state()).toBe('failed')
  expect(await other.load()).toBe('code')
})

it('rejects instead of waiting where the caller says itself what it waits for', async () => {
  const { load } = imported()
  const code = lazyCode(load)
  lose()
  await expect(code.loadNow()).rejects.toMatchObject({ code: 'network' })
  await expect(code.loadNow()).rejects.toMatchObject({ code: 'network' })
  restore()
  expect(await code.loadNow()).toBe('code')
})
