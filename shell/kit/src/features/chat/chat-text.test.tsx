import { describe, expect, it } from 'vitest'
import { previewOf } from './chat-text.tsx'

describe('preview of a message', () => {
  const of = (sender: 'client' | 'bookkeeper' | 'system', message: string) => previewOf({ sender, message })
  it('cuts the text at 45 characters', () => {
    expect(of('client', 'a'.repeat(45))).toBe('a'.repeat(45))
    expect(of('client', 'a'.repeat(46))).toBe(`${'a'.repeat(45)}...`)
    expect(of('client', '👩‍👩‍👧'.repeat(46))).toBe(`${'👩‍👩‍👧'.repeat(45)}...`)
  })
  it('marks who wrote the message', () => {
    expect(of('bookkeeper', 'Hi\nthere')).toBe('You: Hi there')
    expect(of('system', 'Reminder')).toBe('🤖 Reminder')
    expect(previewOf(null)).toBe('No messages yet')
  })
})
