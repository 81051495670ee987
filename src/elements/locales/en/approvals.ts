// Token approvals.

export default {}
