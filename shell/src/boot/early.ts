import { sendEarlyRequests, readEarlyPage } from '@portal/sdk/early'
import { applyDeferredHintsInOrder } from './deferred-hints.ts'
import { showOutline } from './page-outline.ts'

const page = readEarlyPage()
// What fails here is asked for again by the page's own code, which then tells of it.
sendEarlyRequests(page, (session) => page && showOutline(page, session)).catch(() => undefined)
applyDeferredHintsInOrder()
// A client reads dates in the form of their own locale. A browser that writes its first such date reads for that what it knows of the locale: 30 ms, on a
// phone 130. The processor has nothing else to do yet.
if (page?.role === 'client') setTimeout(() => new Intl.DateTimeFormat(undefined, { timeZone: 'UTC' }).format(0))
