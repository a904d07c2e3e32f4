import { expect, test } from 'vitest'
import { singleParents } from './single-parents.ts'

/** Spaces mean nothing in what is looked at here. */
const tight = (css: string): string => css.replaceAll(' ', '')
const split = (css: string): string => tight(singleParents(css))

test('rules in a list of rules have one parent each', () => {
  const rest = '{ color: red; &::before { top: 0 } }'
  expect(split(`.a, .b ${rest}`)).toBe(tight(`.a ${rest} .b ${rest}`))
  const print = '{ @media print { &:before { top: 0 } } }'
  expect(split(`.a { top: 1px; &:checked, &[aria-checked="true"] ${print} }`)).toBe(
    tight(`.a { top: 1px; &:checked ${print} &[aria-checked="true"] ${print} }`),
  )
})

test('a list that holds declarations only stays one, and commas in brackets and texts divide nothing', () => {
  for (const css of [
    '.a, .b { color: red; background: url(data:image/png;base64,a{b) }',
    ':is(.a, .b)[title="x, {"] { &:hover { top: 0; } }',
    '@media (width > 1px), print { .a { &:hover { top: 0 } } }',
    '.a\\,b { content: "}, {"; & > p { top: 0 } }',
  ]) {
    expect(split(css)).toBe(tight(css))
  }
})
