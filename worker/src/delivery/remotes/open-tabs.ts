import type { RemoteTabs } from '@portal/contract/publishing'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { OpenTabs } from '../../platform/realtime/tab-hub.ts'

/** Returns the open tabs per version. Tabs report their versions themselves. */
export const openTabs = ({ env }: Pick<Context, 'env'>): Promise<OpenTabs> => env.TAB_HUB.getByName('main').openTabs()

/** Returns the number of open tabs that run each version of a remote. */
export async function openTabsOf(ctx: Pick<Context, 'env'>, name: string): Promise<z.output<typeof RemoteTabs>> {
  const { versions } = await openTabs(ctx)
  return { items: versions.filter((v) => v.name === name).map(({ version, tabs }) => ({ version, tabs })) }
}
