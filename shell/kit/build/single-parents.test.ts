import { expect, it } from 'vitest'
import { singleParents } from './single-parents.ts'

/** Removes spaces, which are insignificant here. */
const tight = (css: string): string => css.replaceAll(' ', '')
const split = (css: string): string => tight(singleParents(css))

it('gives each rule with nested rules one parent', () => {
  const rest = '{ color: red; &::before { top: 0 } }'
  expect(split(`.a, .b ${rest}`)).toBe(tight(`.a ${rest} .b ${rest}`))
  const print = '{ @media print { &:before { top: 0 } } }'
  expect(split(`.a { top: 1px; &:checked, &[aria-checked="true"] ${print} }`)).toBe(
    tight(`.a { top: 1px; &:checked ${print} &[aria-checked="true"] ${print} }`),
  )
})

it('keeps lists with declarations only, and ignores commas in brackets and strings', () => {
  for (const css of [
    '.a, .b { color: red; background: url(data:image/png;base64,a{b) }',
    ':is(.a, .b)[title="x, {"] { &:hover { top: 0; } }',
    '@media (width > 1px), print { .a { &:hover { top: 0 } } }',
    '.a\\,b { content: "}, {"; & > p { top: 0 } }',
  ]) {
    expect(split(css)).toBe(tight(css))
  }
})
