// From a state to what is shown of it.
import { describeRequest } from '../../services/frame/approvals/describe.js'
import type { Approval } from '../../services/frame/approvals/types.js'
import { describeFor } from '../../services/frame/smart/describe.js'
import { context } from './node.js'
import type { State } from './requests.js'

/** The approval of a state, with the allowance that it is changed to. */
export async function approvalOf({ request, allows }: Pick<State, 'request' | 'allows'>): Promise<Approval> {
  const other = request.smart && describeFor(request.smart)
  const approval = await describeRequest(request, context, new AbortController().signal, other)
  const editable = approval.editable ?? approval.calls.find((call) => call.editable)?.editable
  return allows === undefined || !editable ? approval : editable.with(allows)
}
