// Preloaded into child processes (`node --import`): ends the child when its parent is gone, even if the parent was killed.
// The parent holds the other end of stdin; when that closes, nobody is left who could stop us.
process.stdin.on('error', () => {})
process.stdin.once('close', () => {
  process.kill(process.pid, 'SIGTERM')
})
process.stdin.resume()
process.stdin.unref?.()
