// Sending.

export default {}
