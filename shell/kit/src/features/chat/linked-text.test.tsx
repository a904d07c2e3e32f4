import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { LinkedText } from './linked-text.tsx'

afterEach(cleanup)

it.each([
  ['See https://irs.gov/w9.', ['https://irs.gov/w9']],
  ['(https://a.example/x), then HTTP://b.example?q=1&r=2!', ['https://a.example/x', 'HTTP://b.example?q=1&r=2']],
  ['https://en.wikipedia.org/wiki/Tax_(law)', ['https://en.wikipedia.org/wiki/Tax_(law)']],
  ['a "https://a.example"', ['https://a.example']],
  ['javascript:alert(1) data:text/html,x ftp://a.example www.a.example mail@a.example https://', []],
])('links only web addresses in %s', (text, links) => {
  const { container } = render(<LinkedText text={text} />)
  expect(container.textContent).toBe(text)
  const shown = screen.queryAllByRole('link')
  expect(shown.map((link) => link.getAttribute('href'))).toEqual(links)
  for (const link of shown) expect(link.getAttribute('rel')).toContain('noopener')
})
