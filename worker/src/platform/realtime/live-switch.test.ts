import { expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { newBookkeeper, newClient } from '../../testing/portal.ts'
import { newRemote, publish } from '../../testing/remotes.ts'
import { openTab, type Tab } from '../../testing/tab.ts'
import { until } from '../../testing/until.ts'

/** Tests how the tabs of all users learn about a switch. */

/** Resolves when a tab has been told to read the registry. */
const isTold = (tab: Tab) =>
  until('signal', async () => tab.received.find((m) => m.t === 'signal' && m.signal.type === 'remotes'))

it('signals the tabs of bookkeepers and clients when a version goes live or is removed', async () => {
  const bookkeeper = await newBookkeeper()
  const people = [bookkeeper, await newClient(bookkeeper), await newBookkeeper()]
  const remote = await newRemote()
  const told = async (change: () => Promise<unknown>): Promise<void> => {
    const tabs = people.map(({ token }) => openTab(token))
    await Promise.all(tabs.map((tab) => tab.ready()))
    await change()
    expect(await Promise.all(tabs.map(isTold))).toHaveLength(people.length)
    await Promise.all(tabs.map((tab) => tab.close()))
  }
  await told(() => publish(remote))
  await told(() => good(remote.call('POST', '/rollback', JSON.stringify({ to: null }))))
})

it('counts the open tabs of a version for its team only', async () => {
  const [one, two] = [await newBookkeeper(), await newBookkeeper()]
  const [remote, other] = [await newRemote(), await newRemote()]
  const tabs = [openTab(one.token), openTab(one.token), openTab(two.token)]
  await Promise.all(tabs.map((tab) => tab.ready()))
  for (const tab of tabs) tab.send(JSON.stringify({ t: 'running', versions: { [remote.name]: '1.0.0' } }))
  const counted = () => remote.call('GET', '/tabs').then((answer) => answer.json())
  await expect.poll(counted).toEqual({ items: [{ version: '1.0.0', tabs: 3 }] })
  expect(await (await other.call('GET', '/tabs')).json()).toEqual({ items: [] })
  await Promise.all(tabs.map((tab) => tab.close()))
  await expect.poll(counted).toEqual({ items: [] })
})
