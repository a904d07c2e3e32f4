/** Completes happy-dom's dialogs: closing one returns the focus, and the `close` event follows in a task. */

const openers = new WeakMap<HTMLDialogElement, Element | null>()

function showModal(this: HTMLDialogElement): void {
  openers.set(this, document.activeElement)
  this.setAttribute('open', '')
}

function close(this: HTMLDialogElement): void {
  if (!this.open) return
  this.removeAttribute('open')
  const opener = openers.get(this)
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  setTimeout(() => this.dispatchEvent(new Event('close')))
}

// Some tests run without a document.
if (typeof document !== 'undefined') Object.assign(HTMLDialogElement.prototype, { showModal, close })
