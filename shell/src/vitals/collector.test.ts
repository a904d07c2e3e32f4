import { waitFor } from '@portal/contract/testing/wait-for'
import { expect, it, vi } from 'vitest'
import { prepareCollector, withCollector } from './collector.ts'

const collect = vi.hoisted(() => vi.fn())
vi.mock('./collect.ts', () => ({ collect }))

it('loads the collector once: when a report is urgent, or when the page is idle', async () => {
  const collector = { error: vi.fn(), renderError: vi.fn(), outcome: vi.fn() }
  collect.mockReturnValue(collector)
  const load = prepareCollector({ release: 'r', sample: 1, ran: null, onFailure: () => undefined })
  withCollector(({ error }) => error('earlier'))
  await Promise.resolve()
  expect(collect).not.toHaveBeenCalled()
  withCollector(({ error }) => error('urgent'), true)
  await waitFor(() => expect(collector.error.mock.calls).toEqual([['earlier'], ['urgent']]))
  load()
  await Promise.resolve()
  expect(collect).toHaveBeenCalledTimes(1)
})
