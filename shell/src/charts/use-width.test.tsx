import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useWidth } from './use-width.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Chart() {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  return (
    <div ref={box} data-testid="box">
      {width}
    </div>
  )
}

test('fits the chart into its place before the first paint', () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(481)
  render(<Chart />)
  expect(screen.getByTestId('box').textContent).toBe('481')
})
