// Reads QR codes: with the camera, or from a picture. Uses the browser's own detector where there is one.
import { useEffect, useRef, useState } from 'react'

const FRAME_MS = 150
const MAX_SIDE_PX = 1_600

interface Detector {
  detect(image: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorClass = (new (options: { formats: string[] }) => Detector) & {
  getSupportedFormats?: () => Promise<readonly string[]>
}

/** Native where it can do QR codes, else our dependency of the same shape (loaded only now). */
async function createDetector(): Promise<Detector> {
  const native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector // not in TypeScript's DOM library
  const formats: readonly string[] = (await native?.getSupportedFormats?.().catch(() => undefined)) ?? []
  if (native && formats.includes('qr_code')) return new native({ formats: ['qr_code'] })
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: ['qr_code'] })
}

/** The text of the QR code in a picture, if there is one. */
export async function readImage(picture: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(picture).catch(() => undefined)
  if (bitmap === undefined) return undefined
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return detectIn(await createDetector(), canvas)
}

async function detectIn(detector: Detector, source: ImageBitmapSource): Promise<string | undefined> {
  // A picture without a code is no fault: some detectors throw, some answer with an empty list.
  const found = await detector.detect(source).catch(() => [])
  return found[0]?.rawValue
}

export function Scanner({ onFound, onClose }: { readonly onFound: (text: string) => void; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const found = useRef(onFound)
  useEffect(() => {
    found.current = onFound
  })

  useEffect(() => {
    const life = new AbortController()
    const element = dialog.current
    if (element && !element.open) element.showModal()
    void watchCamera(video.current, life.signal).then(
      (text) => text !== undefined && found.current(text),
      (error: unknown) => setProblem(explain(error)),
    )
    return () => {
      life.abort()
      element?.close()
    }
  }, [])

  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="scan-title" onCancel={onClose}>
      <div className="stack">
        <h2 id="scan-title">Scan a code</h2>
        {problem === undefined ? (
          <video ref={video} className="camera" muted playsInline aria-label="Camera picture" />
        ) : (
          <p className="banner danger" role="alert">
            {problem}
          </p>
        )}
        <button className="button" type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </dialog>
  )
}

/** Resolves with the first code seen, or nothing when the signal ends. */
async function watchCamera(video: HTMLVideoElement | null, signal: AbortSignal): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (video === null || signal.aborted) {
    stop()
    return undefined
  }
  signal.addEventListener('abort', stop, { once: true })
  video.srcObject = stream
  await video.play()
  const detector = await createDetector()
  while (!signal.aborted) {
    const text = await detectIn(detector, video)
    if (text !== undefined) return text
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS))
  }
  return undefined
}

function explain(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError') return 'The camera may not be used here. Allow it, or choose a picture of the code.'
  if (name === 'NotFoundError') return 'There is no camera here. Choose a picture of the code instead.'
  return 'The camera could not be used. Choose a picture of the code instead.'
}
