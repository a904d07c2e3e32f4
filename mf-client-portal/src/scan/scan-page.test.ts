import { expect, it } from 'vitest'
import { WHOLE } from './image/geometry.ts'
import {
  addPage,
  changePage,
  EMPTY_SCAN,
  movePage,
  type PageVersion,
  removePage,
  restorePage,
  type Scan,
  type ScanPage,
  undoPage,
} from './scan-page.ts'

const version = (look: PageVersion['settings']['look'] = 'enhanced'): PageVersion => ({
  photo: { blob: new Blob(), width: 3, height: 4 },
  found: undefined,
  settings: { corners: WHOLE, turns: 0, look },
})
const page = (id: string): ScanPage => ({ id, version: version(), earlier: [] })
const scanOf = (...ids: string[]): Scan => ids.reduce((scan, id) => addPage(scan, page(id)), EMPTY_SCAN)
const ids = (scan: Scan): string => scan.pages.map(({ id }) => id).join('')
const looks = (scan: Scan): string[] => scan.pages.map((p) => p.version.settings.look)

it('undoes the changes of each page on its own, back to the start', () => {
  let scan = changePage(scanOf('a', 'b'), 'a', version('original'))
  scan = changePage(scan, 'b', version('original'))
  scan = changePage(scan, 'a', version('black-and-white'))
  expect(looks(scan)).toEqual(['black-and-white', 'original'])
  scan = undoPage(scan, 'a')
  expect(looks(scan)).toEqual(['original', 'original'])
  scan = undoPage(undoPage(scan, 'a'), 'a')
  expect(looks(scan)).toEqual(['enhanced', 'original'])
})

it('moves a page, and not beyond the ends', () => {
  const scan = scanOf('a', 'b', 'c')
  expect(ids(movePage(scan, 'c', -1))).toBe('acb')
  expect(ids(movePage(scan, 'a', 1))).toBe('bac')
  expect(ids(movePage(scan, 'a', -1))).toBe('abc')
  expect(ids(movePage(scan, 'c', 1))).toBe('abc')
})

it('restores the removed page where it was, with its changes', () => {
  const changed = changePage(scanOf('a', 'b', 'c'), 'b', version('original'))
  const removed = removePage(changed, 'b')
  expect(ids(removed)).toBe('ac')
  expect(restorePage(removed)).toEqual(changed)
  // The next page ends the offer.
  expect(ids(restorePage(addPage(removed, page('d'))))).toBe('acd')
})
