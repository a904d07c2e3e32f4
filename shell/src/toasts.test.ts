import { afterEach, expect, test } from 'vitest'
import { followDialogs } from './toasts.tsx'

let stop = (): void => {}
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const dialog = (into: HTMLElement = document.body): HTMLDialogElement => {
  const element = document.createElement('dialog')
  into.append(element)
  return element
}
const settled = () => new Promise((done) => queueMicrotask(() => queueMicrotask(() => done(undefined))))

test('moves the toasts into the top dialog when one opens, and back when it closes', async () => {
  const host = document.createElement('div')
  stop = followDialogs(host)
  expect(host.parentElement).toBe(document.body)
  const [below, above] = [dialog(), dialog()]
  above.showModal()
  await settled()
  expect(host.parentElement).toBe(above)
  // Opened later, although it comes first in the document.
  below.showModal()
  await settled()
  expect(host.parentElement).toBe(below)
  const inner = dialog(below)
  inner.showModal()
  await settled()
  expect(host.parentElement).toBe(inner)
  // Removed as a whole, as React does.
  below.remove()
  await settled()
  expect(host.parentElement).toBe(above)
  above.close()
  await settled()
  expect(host.parentElement).toBe(document.body)
})
