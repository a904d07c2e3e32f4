import type { RemoteTabs } from '@portal/contract/publishing'
import type { z } from 'zod'
import type { Context } from '../../context.ts'

/** Users and tabs that are connected, and the number of tabs that run each version of a remote. */
export interface OpenTabs {
  users: number
  tabs: number
  versions: { name: string; version: string; tabs: number }[]
}

/** Returns the open tabs per version. Tabs report their versions themselves. */
export const openTabs = ({ env }: Pick<Context, 'env'>): Promise<OpenTabs> => env.TAB_HUB.getByName('main').openTabs()

/** Returns the number of open tabs that run each version of a remote. */
export async function openTabsOf(ctx: Pick<Context, 'env'>, name: string): Promise<z.output<typeof RemoteTabs>> {
  const { versions } = await openTabs(ctx)
  return { items: versions.filter((v) => v.name === name).map(({ version, tabs }) => ({ version, tabs })) }
}
