import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ExamplePage } from './page.tsx'

it('is named by its heading', () => {
  render(<ExamplePage />)
  expect(screen.getByRole('heading', { level: 1, name: 'Example' })).toBeDefined()
})
