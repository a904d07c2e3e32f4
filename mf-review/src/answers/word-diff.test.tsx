import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { DiffText, textParts } from './word-diff.tsx'

afterEach(cleanup)

/** Renders both sides, with [removed] and {added} words. */
function marked(before: string, now: string): string[] {
  const parts = textParts(before, now)
  return (['before', 'now'] as const).map((side) => {
    const { container } = render(<DiffText parts={parts} side={side} />)
    for (const word of container.querySelectorAll('del')) word.textContent = `[${word.textContent}]`
    for (const word of container.querySelectorAll('ins')) word.textContent = `{${word.textContent}}`
    return container.textContent ?? ''
  })
}

it('highlights the words that differ, and keeps the text of both sides', () => {
  expect(marked('Rent for May, paid late', 'Rent for June, paid')).toEqual([
    'Rent for [May], paid[ late]',
    'Rent for {June}, paid',
  ])
})

it('keeps line breaks', () => {
  expect(marked('One\nTwo', 'One\nThree')).toEqual(['One\n[Two]', 'One\n{Three}'])
})

it('highlights nothing when only spaces differ', () => {
  expect(textParts('One  two', 'One two').every(({ added, removed }) => !added && !removed)).toBe(true)
})

it('shows long texts whole when they have little in common', () => {
  const words = (prefix: string): string => Array.from({ length: 2000 }, (_, i) => `${prefix}${i}`).join(' ')
  expect(textParts(words('a'), words('b'))).toHaveLength(2)
})
