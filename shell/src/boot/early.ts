import { askEarly, earlyPage } from '@portal/sdk/early'
import { fetchBehindInTurn } from './behind.ts'
import { showFrame } from './frame.ts'

const page = earlyPage()
// What fails here is asked for again by the page's own code, which then tells of it.
askEarly(page, (session) => page && showFrame(page, session)).catch(() => undefined)
fetchBehindInTurn()
// A client reads dates in the form of their own locale. A browser that writes its first such date reads for that what it knows of the locale: 30 ms, on a
// phone 130. The processor has nothing else to do yet.
if (page?.role === 'client') setTimeout(() => new Intl.DateTimeFormat(undefined, { timeZone: 'UTC' }).format(0))
