import { openBrowser } from '../browser.ts'
import { fill, updateClient } from './fill.ts'
import { startFloor } from './floor.ts'
import { buildOneApp } from './one-app/build.ts'
import { startProduction } from './production.ts'
import { startSite } from './site.ts'

/** What benchmarks need. */

/** Clients of the filled portals. */
export const CLIENTS = 10_000
/** Clients of the sites for deep links. */
export const FEW_CLIENTS = 30

export const nothing = async () => new AsyncDisposableStack()

/** A portal without clients, and its floor. */
export async function emptyPortal() {
  await using started = new AsyncDisposableStack()
  const portal = started.use(await startProduction())
  const floor = started.use(await startFloor(portal))
  return Object.assign(started.move(), { portal, floor })
}

/** A portal with 10,000 clients, and its floor. */
export async function filledPortal() {
  await using started = new AsyncDisposableStack()
  const { portal, floor } = started.use(await emptyPortal())
  await fill(portal, CLIENTS)
  let updated = 0
  /** Changes the next client. */
  const updateNext = (): Promise<string> => updateClient(portal, ++updated)
  return Object.assign(started.move(), { portal, floor, updateNext })
}
export type FilledPortal = Awaited<ReturnType<typeof filledPortal>>

/** A site with 10,000 clients, and a browser. */
export async function filledSite() {
  await using started = new AsyncDisposableStack()
  const site = started.use(await startSite(CLIENTS))
  const browser = started.use(await openBrowser())
  return Object.assign(started.move(), { site, browser })
}
export type FilledSite = Awaited<ReturnType<typeof filledSite>>

/** The site, and the same app without federation as one bundle and split by route. */
export async function threeBuilds() {
  await using started = new AsyncDisposableStack()
  const portal = started.use(await startSite(FEW_CLIENTS))
  const bundled = started.use(await startSite(FEW_CLIENTS, await buildOneApp('bundled')))
  const split = started.use(await startSite(FEW_CLIENTS, await buildOneApp('split')))
  const browser = started.use(await openBrowser())
  return Object.assign(started.move(), { portal, bundled, split, browser })
}
export type ThreeBuilds = Awaited<ReturnType<typeof threeBuilds>>
