// The transactions of an account.

export default {}
