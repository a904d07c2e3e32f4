import { STYLES, translateTexts } from '../../kit/src/testing/translator.ts'
import { act } from '@testing-library/react'
import { Fragment, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, it } from 'vitest'
import { keepTextNodes } from './keep-text-nodes.ts'

beforeAll(() => keepTextNodes(document.body))

/** Two renderings that React turns into each other by removing, inserting and changing text nodes. */
const CHANGES: Record<string, [ReactNode, ReactNode]> = {
  'text becomes an element': [
    ['Save ', 'now'],
    ['Save ', <b key="now">now</b>],
  ],
  'text goes': [
    ['Saving', <b key="now">now</b>],
    [null, <b key="now">now</b>],
  ],
  'an element comes before text': [
    [null, 'Save'],
    [<b key="3">3</b>, 'Save'],
  ],
  'text comes before text': [
    [null, 'files', <i key="i" />],
    ['3 ', 'files', <i key="i" />],
  ],
  'one text changes': [
    [1, ' of ', 3, <i key="i" />],
    [2, ' of ', 3, <i key="i" />],
  ],
  'both texts change': [
    [1, ' file', <i key="i" />],
    [2, ' files', <i key="i" />],
  ],
  'one of two texts goes': [
    [1, ' file', <i key="i" />],
    [null, ' file', <i key="i" />],
  ],
  'texts become one': [[1, ' file'], 'No files'],
  'texts change places': [
    [<Fragment key="a">a</Fragment>, <i key="i" />, <Fragment key="b">b</Fragment>],
    [<Fragment key="b">b</Fragment>, <Fragment key="a">a</Fragment>, <i key="i" />],
  ],
  'everything goes': [[1, ' file', <i key="i" />], null],
}

/** Lets the observer run, which it does before the next task. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

for (const style of STYLES) {
  for (const [change, [before, after]] of Object.entries(CHANGES)) {
    it(`shows what React renders on a page translated with ${style} when ${change}`, async () => {
      const [page, expected] = [document.createElement('p'), document.createElement('p')]
      document.body.append(page)
      const root = createRoot(page)
      for (const content of [before, after, before, after]) {
        await act(async () => root.render(content))
        await settled()
        translateTexts(page, style)
        await settled()
        const plain = createRoot(expected)
        await act(async () => plain.render(content))
        expect(page.textContent).toBe(expected.textContent)
        await act(async () => plain.unmount())
      }
      await act(async () => root.unmount())
      await settled()
      expect(page.textContent).toBe('')
      page.remove()
    })
  }
}

it('leaves a page alone that is not translated', async () => {
  const page = document.createElement('p')
  document.body.append(page)
  const root = createRoot(page)
  for (const content of Object.values(CHANGES).flat()) {
    await act(async () => root.render(content))
    const rendered = page.innerHTML
    const nodes = [...page.childNodes]
    await settled()
    expect(page.innerHTML).toBe(rendered)
    expect([...page.childNodes]).toEqual(nodes)
  }
  await act(async () => root.unmount())
  page.remove()
})

it('shows the original when the translator puts it back', async () => {
  const page = document.createElement('p')
  document.body.append(page)
  const root = createRoot(page)
  await act(async () => root.render(['1 file', <i key="i" />]))
  const [original] = page.childNodes
  translateTexts(page, 'fonts')
  await settled()
  const [, shown] = page.childNodes
  if (original) shown?.replaceWith(original)
  await settled()
  expect(page.textContent).toBe('1 file')
  await act(async () => root.render(['2 files', <i key="i" />]))
  await settled()
  expect(page.textContent).toBe('2 files')
  await act(async () => root.unmount())
  page.remove()
})
