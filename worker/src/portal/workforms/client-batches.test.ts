import { SECTIONS_PER_BATCH } from '@portal/contract/limits'
import { expect, it } from 'vitest'
import { batchSize } from './client-batches.ts'

const clients = (...sections: number[]) => sections.map((n, i) => ({ client_id: `client ${i}`, sections: n }))

it('changes as many clients at once as their sections before or after the change fit into a batch', () => {
  expect(batchSize([], 10)).toBe(0)
  expect(batchSize(clients(1, 1, 1), 10)).toBe(3)
  expect(batchSize(clients(200, 200, 100), 0)).toBe(3)
  expect(batchSize(clients(200, 200, 101), 0)).toBe(2)
  expect(batchSize(clients(1, 1, 1), 250)).toBe(2)
})

it('changes one client at once when its sections do not fit', () => {
  expect(batchSize(clients(SECTIONS_PER_BATCH + 1, 1), 0)).toBe(1)
})
