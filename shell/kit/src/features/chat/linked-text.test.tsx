import { MESSAGE_MAX } from '@portal/contract/limits'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { LinkedText } from './linked-text.tsx'

afterEach(cleanup)

it.each([
  ['See https://irs.gov/w9.', ['https://irs.gov/w9']],
  ['(https://a.example/x), then HTTP://b.example?q=1&r=2!', ['https://a.example/x', 'HTTP://b.example?q=1&r=2']],
  ['https://en.wikipedia.org/wiki/Tax_(law)', ['https://en.wikipedia.org/wiki/Tax_(law)']],
  ['a "https://a.example"', ['https://a.example']],
  ['[(see https://a.example/x).] {http://b.example?}', ['https://a.example/x', 'http://b.example']],
  ['https://a.example/(x).).', ['https://a.example/(x).)']],
  ['javascript:alert(1) data:text/html,x ftp://a.example www.a.example mail@a.example https://', []],
])('links only web addresses in %s', (text, links) => {
  const { container } = render(<LinkedText text={text} />)
  expect(container.textContent).toBe(text)
  const shown = screen.queryAllByRole('link')
  expect(shown.map((link) => link.getAttribute('href'))).toEqual(links)
  for (const link of shown) expect(link.getAttribute('rel')).toContain('noopener')
})

it('stays fast when a message of the largest size repeats what addresses consist of', () => {
  const pieces = 'a|.|-|_|(|)|).|.)|a.|a@|www.|:|http:|http://|http://a |%'.split('|')
  const half = MESSAGE_MAX / 2
  const texts = pieces.flatMap((piece) => {
    const many = piece.repeat(MESSAGE_MAX).slice(0, half)
    return [many + many, `http://${many}`, `http://a/${many}a`, `http://${many}a${')'.repeat(half)}`]
  })
  for (const text of texts) {
    const started = performance.now()
    const { container } = render(<LinkedText text={text} />)
    expect(performance.now() - started, text.slice(0, 20)).toBeLessThan(1000)
    expect(container.textContent === text).toBe(true)
    cleanup()
  }
})
