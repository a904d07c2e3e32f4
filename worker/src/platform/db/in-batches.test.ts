import { expect, it } from 'vitest'
import { divide } from './in-batches.ts'

const costs = (max: number, ...items: number[]) => divide(items, max, (cost) => cost)

it('divides items, in order, into batches that cost at most the maximum', () => {
  expect(costs(5, 2, 3, 1, 4, 1)).toEqual([[2, 3], [1, 4], [1]])
  expect(costs(5)).toEqual([])
})

it('makes a batch of an item that costs more, and of those without cost before and after it', () => {
  expect(costs(5, 0, 9, 0, 5, 9, 9)).toEqual([[0], [9], [0, 5], [9], [9]])
})
