import { useSyncExternalStore } from 'react'

/** Event of browsers that can install the portal. It is kept until the user asks for it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

/** How this browser installs the portal: by a prompt, or by hand in the share menu of iOS. */
export type InstallWay = 'prompt' | 'ios'

let waiting: InstallPrompt | undefined
const listeners = new Set<() => void>()

function setWaiting(prompt: InstallPrompt | undefined): void {
  waiting = prompt
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer to install the portal for the menu. Call it before the page has loaded. */
export function followInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser would show its own banner, at a moment of its choice.
    event.preventDefault()
    setWaiting(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => setWaiting(undefined))
}

/** Shows the prompt of the browser. It can be shown once. */
export async function showInstallPrompt(): Promise<void> {
  const prompt = waiting
  setWaiting(undefined)
  await prompt?.prompt()
}

/** iPads say that they are Macs, which have no touch screen. */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches

function installWay(): InstallWay | undefined {
  const way = waiting ? 'prompt' : isIos() ? 'ios' : undefined
  return way && !isInstalled() ? way : undefined
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns how the portal can be installed in this browser; undefined if it cannot, or is installed. */
export const useInstallWay = (): InstallWay | undefined => useSyncExternalStore(subscribe, installWay)
