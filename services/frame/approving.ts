// All that a request for a signature needs of the page, from reading it to the screen, in one file: files of their own compress worse, and would be asked for one
// after the other. Loaded with the first such request.
export { createApprovalStack } from './approvals/stack.js'
export { createApprove } from './rpc/approve.js'
export { createSender } from './rpc/send.js'
