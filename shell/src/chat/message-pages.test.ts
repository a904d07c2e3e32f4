import type { ChatMessage } from '@portal/contract/chat'
import { expect, it } from 'vitest'
import { append, flatten, type MessagePages, replace } from './message-pages.ts'

const message = (seq: number, text = ''): ChatMessage => ({
  id: String(seq),
  thread_id: 't',
  seq,
  sender: 'client',
  message: text,
  created_at: '',
  attachments: [],
  about: null,
  edited_at: null,
  deleted_at: null,
})
const pagesOf = (...pages: number[][]): MessagePages<null> => ({
  pages: pages.map((seqs) => ({ items: seqs.map((seq) => message(seq)), next: null, newer: null })),
  pageParams: pages.map(() => null),
})
const arriving = (...seqs: number[]) => ({ items: seqs.map((seq) => message(seq)), newer: null })
const seqsOf = (data: MessagePages<null>) => flatten(data)?.map(({ seq }) => seq)

it('lists messages from the oldest to the newest', () => {
  expect(seqsOf(pagesOf([3, 4], [1, 2]))).toEqual([1, 2, 3, 4])
})

it('appends each new message once when a page overlaps', () => {
  expect(seqsOf(append(pagesOf([3, 4], [1, 2]), arriving(4, 5, 6)))).toEqual([1, 2, 3, 4, 5, 6])
  expect(seqsOf(append(pagesOf([]), arriving(1)))).toEqual([1])
})

it.each([[[6, 7]], [[3]]])('changes nothing when new messages leave a gap or are known: %s', (seqs) => {
  const loaded = pagesOf([3, 4], [1, 2])
  expect(append(loaded, arriving(...seqs))).toBe(loaded)
})

it('replaces a message in place when it was edited', () => {
  const changed = replace(pagesOf([3], [1, 2]), message(2, 'changed'))
  expect(flatten(changed)?.map((m) => m.message)).toEqual(['', 'changed', ''])
})
