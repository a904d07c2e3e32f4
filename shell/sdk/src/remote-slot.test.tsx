import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { RemoteSlot, setWidgetLoader } from './remote-slot.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const NAME = 'mf-workforms/preview'
const Broken = () => {
  throw new Error('broken')
}
const Works = () => <p>It works</p>

/** Shows a widget in the first of these versions; each replacement switches to the next one, if there is one. */
function show(...versions: ComponentType[]) {
  vi.spyOn(console, 'error').mockReturnValue()
  const replace = vi.fn(async () => {
    if (versions.length === 1) return false
    versions.shift()
    return true
  })
  setWidgetLoader(async () => ({ default: versions[0] as ComponentType<never> }), replace)
  const alerts: number[] = []
  const seen = new MutationObserver(() => alerts.push(screen.queryAllByRole('alert', { hidden: true }).length))
  seen.observe(document.body, { childList: true, subtree: true })
  render(<RemoteSlot name={NAME} props={{ workformId: 'w1', onClose: () => undefined }} />)
  return { replace, alerts, versions }
}

it('shows another version of a widget that throws, without an error', async () => {
  const { replace, alerts } = show(Broken, Works)
  await screen.findByText('It works')
  expect(replace).toHaveBeenCalledExactlyOnceWith(NAME)
  expect(Math.max(...alerts)).toBe(0)
})

it('shows the error when each version throws, and loads the widget again on Retry', async () => {
  const { replace, versions } = show(Broken, Broken)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(replace).toHaveBeenCalledTimes(2)
  versions[0] = Works
  fireEvent.click(retry)
  await screen.findByText('It works')
})
