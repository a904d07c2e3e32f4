import type { PortalSectionDetail, PortalWorkforms } from '@portal/contract/client-portal'
import { api, call, currentSession } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'
import { ownerOf, restoreDrafts } from '../draft/local-drafts.ts'

/** Prefix of all query keys of this remote. */
export const PORTAL_KEY = ['portal'] as const

/** The client's workforms with the state of their sections. */
export const workformsQuery = queryOptions({
  queryKey: [...PORTAL_KEY, 'workforms'] as const,
  queryFn: ({ signal }): Promise<PortalWorkforms> => call(api.portal.workforms.$get({}, { init: { signal } })),
})

/** Loads a section to fill in, by assignment id: fields, draft, and uploaded files. */
export const sectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...PORTAL_KEY, 'section', id] as const,
    queryFn: async ({ signal }): Promise<PortalSectionDetail> => {
      const user = currentSession()?.user
      const [detail] = await Promise.all([
        call(api.portal.sections[':id'].$get({ param: { id } }, { init: { signal } })),
        // A form starts with the local draft, which must be restored by then.
        user && restoreDrafts(ownerOf(user)),
      ])
      return detail
    },
  })
