import { cx } from '@portal/kit/ui/class-names'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { hasUnsaved, lazyCode, queryClient, topLayer } from '@portal/sdk'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

const palette = lazyCode(() => import(/* webpackChunkName: "palette" */ './palette.tsx'))
const Palette = lazyDialog(palette, 'Palette')

/** Time after which the page has shown its content and the palette is loaded, in ms. */
const LOAD_AFTER_MS = 2_000

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Returns whether the key opens the palette. On a Mac, Ctrl+K edits text. */
const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey, isComposing }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey) && !shiftKey && !altKey && !isComposing

/** Returns whether navigating loses nothing: no dialog is open, or one that the address opened, without changes. */
function canOpen(): boolean {
  const layer = topLayer()
  return !layer || (layer.inAddress && !hasUnsaved())
}

/** Records what the person opens, for the palette: when the page has shown its content, or the palette was opened. */
function useRecording(wasOpened: boolean): void {
  const router = useRouter()
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const isRecording = isDue || wasOpened
  useEffect(() => {
    if (!isRecording) return
    let stop: (() => void) | undefined = () => undefined
    const start = async (): Promise<void> => {
      const { offeredBy, recentQuery, recordVisits } = await palette.load()
      if (!stop) return
      stop = recordVisits(router, () => offeredBy(router.options.context.remotes))
      void queryClient.prefetchQuery(recentQuery)
    }
    // A failure does not matter: the code is requested again when the palette is opened.
    void start().catch(() => undefined)
    return () => {
      stop?.()
      stop = undefined
    }
  }, [router, isRecording])
}

/** Opens the command palette with Ctrl+K or Cmd+K, or by its button. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  useRecording(wasOpened)
  const open = (): void => {
    setOpen(true)
    setWasOpened(true)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (!isShortcut(event)) return
    // The browser would focus its address bar, even while a dialog keeps the palette closed.
    event.preventDefault()
    if (isOpen) setOpen(false)
    else if (canOpen()) open()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => onKeyDown(event)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        onClick={open}
        className={cx(
          'btn btn-sm h-9 gap-2.5 border-base-300 bg-base-100 px-3 font-normal text-base-content/70 shadow-none',
          'hover:bg-base-200 pointer-coarse:h-11 max-md:btn-ghost max-md:size-11 max-md:border-0 max-md:p-0 md:w-56',
        )}
      >
        <Search className="size-4 shrink-0" aria-hidden />
        <span className="max-md:sr-only">Search…</span>
        <kbd className="kbd kbd-xs ml-auto max-md:hidden pointer-coarse:hidden" aria-hidden>
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen ? <Palette onClose={() => setOpen(false)} /> : null}
    </>
  )
}
