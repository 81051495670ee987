// Starts a demo page: shows what went wrong in words instead of an empty page.
import { Component, StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

class Fallback extends Component<{ readonly children: ReactNode }, { readonly problem: string | undefined }> {
  override state = { problem: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
  override render() {
    return this.state.problem === undefined ? this.props.children : <Problem text={this.state.problem} />
  }
}

function Problem({ text }: { readonly text: string }) {
  return (
    <main className="stack" role="alert">
      <h1>This page could not start</h1>
      <p className="banner danger">{text}</p>
    </main>
  )
}

/** Renders what `load` resolves with into `#root`. */
export async function mount(load: () => Promise<ReactNode>): Promise<void> {
  const container = document.getElementById('root')
  if (container === null) throw new Error('#root is missing')
  const page = await load().catch((error: unknown) => <Problem text={error instanceof Error ? error.message : String(error)} />)
  createRoot(container).render(
    <StrictMode>
      <Fallback>{page}</Fallback>
    </StrictMode>,
  )
}
