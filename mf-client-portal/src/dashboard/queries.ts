import type { PortalSectionDetail, PortalWorkform } from '@portal/contract/portal'
import { api, call, currentSession } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'
import { ownerOf, restoreDrafts } from '../draft/local-drafts.ts'

/** Key under which all that a client reads of their workforms lies. */
export const PORTAL_KEY = ['portal'] as const

/** The client's workforms with the state of their sections. */
export const workformsQuery = queryOptions({
  queryKey: [...PORTAL_KEY, 'workforms'] as const,
  queryFn: ({ signal }): Promise<{ items: PortalWorkform[] }> =>
    call(api.portal.workforms.$get({}, { init: { signal } })),
})

/** One section to fill in, by the id of its assignment: fields, draft, and the files uploaded so far. */
export const sectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...PORTAL_KEY, 'section', id] as const,
    queryFn: async ({ signal }): Promise<PortalSectionDetail> => {
      const user = currentSession()?.user
      const [detail] = await Promise.all([
        call(api.portal.sections[':id'].$get({ param: { id } }, { init: { signal } })),
        // A form begins with what is on this device: that must have been read by then.
        user && restoreDrafts(ownerOf(user)),
      ])
      return detail
    },
  })
