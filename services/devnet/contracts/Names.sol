// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// A registry of names and a resolver that keeps records on chain, with the public interface of ENS.

/// Who owns a name and who answers for it. Nodes are namehashes (ERC-137).
contract NameRegistry {
    struct Record {
        address owner;
        address resolver;
        uint64 ttl;
    }

    mapping(bytes32 => Record) private records;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event Transfer(bytes32 indexed node, address owner);
    event NewResolver(bytes32 indexed node, address resolver);
    event NewTTL(bytes32 indexed node, uint64 ttl);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    modifier allowed(bytes32 node) {
        address holder = records[node].owner;
        require(holder == msg.sender || isApprovedForAll[holder][msg.sender], "NameRegistry: not yours");
        _;
    }

    constructor() {
        records[0].owner = msg.sender;
    }

    function owner(bytes32 node) external view returns (address) {
        return records[node].owner;
    }

    function resolver(bytes32 node) external view returns (address) {
        return records[node].resolver;
    }

    function ttl(bytes32 node) external view returns (uint64) {
        return records[node].ttl;
    }

    function recordExists(bytes32 node) external view returns (bool) {
        return records[node].owner != address(0);
    }

    function setOwner(bytes32 node, address holder) external allowed(node) {
        records[node].owner = holder;
        emit Transfer(node, holder);
    }

    function setResolver(bytes32 node, address answers) public allowed(node) {
        records[node].resolver = answers;
        emit NewResolver(node, answers);
    }

    function setTTL(bytes32 node, uint64 seconds_) external allowed(node) {
        records[node].ttl = seconds_;
        emit NewTTL(node, seconds_);
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address holder) public allowed(node) returns (bytes32 child) {
        child = keccak256(abi.encodePacked(node, label));
        records[child].owner = holder;
        emit NewOwner(node, label, holder);
    }

    function setSubnodeRecord(bytes32 node, bytes32 label, address holder, address answers, uint64 seconds_) external {
        bytes32 child = setSubnodeOwner(node, label, holder);
        records[child].resolver = answers;
        records[child].ttl = seconds_;
        emit NewResolver(child, answers);
        emit NewTTL(child, seconds_);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }
}

/// Addresses (ENSIP-9), texts (ENSIP-5), content hash (ENSIP-7) and the name of a reverse record, set by a name's owner.
contract NameResolver {
    uint256 private constant COIN_ETHER = 60;
    NameRegistry public immutable registry;
    mapping(bytes32 => mapping(uint256 => bytes)) private addresses;
    mapping(bytes32 => mapping(string => string)) private texts;
    mapping(bytes32 => bytes) private hashes;
    mapping(bytes32 => string) private names;

    event AddressChanged(bytes32 indexed node, uint256 coinType, bytes newAddress);
    event AddrChanged(bytes32 indexed node, address a);
    event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);
    event ContenthashChanged(bytes32 indexed node, bytes hash);
    event NameChanged(bytes32 indexed node, string name);

    modifier allowed(bytes32 node) {
        address holder = registry.owner(node);
        require(holder == msg.sender || registry.isApprovedForAll(holder, msg.sender), "NameResolver: not yours");
        _;
    }

    constructor(address registry_) {
        registry = NameRegistry(registry_);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return
            id == 0x01ffc9a7 || // ERC-165
            id == 0x3b3b57de || // addr(bytes32)
            id == 0xf1cb7e06 || // addr(bytes32,uint256)
            id == 0x59d1d43c || // text(bytes32,string)
            id == 0xbc1c58d1 || // contenthash(bytes32)
            id == 0x691f3431; // name(bytes32)
    }

    function addr(bytes32 node) external view returns (address) {
        bytes memory found = addresses[node][COIN_ETHER];
        return found.length == 20 ? address(bytes20(found)) : address(0);
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return addresses[node][coinType];
    }

    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return texts[node][key];
    }

    function contenthash(bytes32 node) external view returns (bytes memory) {
        return hashes[node];
    }

    function name(bytes32 node) external view returns (string memory) {
        return names[node];
    }

    function setAddr(bytes32 node, address target) external {
        setAddr(node, COIN_ETHER, abi.encodePacked(target));
        emit AddrChanged(node, target);
    }

    function setAddr(bytes32 node, uint256 coinType, bytes memory target) public allowed(node) {
        addresses[node][coinType] = target;
        emit AddressChanged(node, coinType, target);
    }

    function setText(bytes32 node, string calldata key, string calldata value) external allowed(node) {
        texts[node][key] = value;
        emit TextChanged(node, key, key, value);
    }

    function setContenthash(bytes32 node, bytes calldata hash) external allowed(node) {
        hashes[node] = hash;
        emit ContenthashChanged(node, hash);
    }

    function setName(bytes32 node, string calldata value) external allowed(node) {
        names[node] = value;
        emit NameChanged(node, value);
    }
}
