// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// The devnet's collections: pictures kept on chain (ERC-721 and ERC-1155), and ones whose description lies on some web server.
// Anyone may mint: a devnet has nothing to protect.

interface IReceiver721 {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata extra) external returns (bytes4);
}

interface IReceiver1155 {
    function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes calldata extra)
        external
        returns (bytes4);
    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata extra
    ) external returns (bytes4);
}

/// A JSON description and a picture, all in the URI.
library Picture {
    function describe(string memory title, string memory text, uint256 id) internal pure returns (string memory) {
        string memory number = decimal(id);
        string memory picture = string.concat(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><rect width='100' height='100' fill='hsl(",
            decimal((id * 47) % 360),
            ",60%,40%)'/><circle cx='50' cy='50' r='",
            decimal(12 + ((id * 7) % 30)),
            "' fill='hsl(",
            decimal((id * 47 + 180) % 360),
            ",70%,70%)'/></svg>"
        );
        return
            string.concat(
                'data:application/json;utf8,{"name":"',
                title,
                " %23",
                number,
                '","description":"',
                text,
                '","image":"data:image/svg+xml;base64,',
                base64(bytes(picture)),
                '","attributes":[{"trait_type":"Hue","value":',
                decimal((id * 47) % 360),
                "}]}"
            );
    }

    function decimal(uint256 number) internal pure returns (string memory text) {
        uint256 length = 1;
        for (uint256 rest = number; rest > 9; rest /= 10) ++length;
        bytes memory digits = new bytes(length);
        for (uint256 i = length; i > 0; --i) {
            digits[i - 1] = bytes1(uint8(48 + (number % 10)));
            number /= 10;
        }
        return string(digits);
    }

    function base64(bytes memory source) internal pure returns (string memory) {
        bytes memory letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        bytes memory target = new bytes(4 * ((source.length + 2) / 3));
        for (uint256 i = 0; i < target.length; ++i) {
            uint256 bit = i * 6;
            uint256 first = bit / 8;
            // Sixteen bits from the byte where these six begin; beyond the end there are zeros, then padding.
            uint256 window = first < source.length ? uint256(uint8(source[first])) << 8 : 0;
            if (first + 1 < source.length) window |= uint8(source[first + 1]);
            bool padding = bit >= source.length * 8;
            target[i] = padding ? bytes1("=") : letters[(window >> (10 - (bit % 8))) & 63];
        }
        return string(target);
    }
}

/// ERC-721 with metadata.
abstract contract Collection {
    string public name;
    string public symbol;
    mapping(uint256 => address) private owners;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    uint256 public totalSupply;

    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event Approval(address indexed owner, address indexed spender, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    function tokenURI(uint256 id) public view virtual returns (string memory);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function ownerOf(uint256 id) public view returns (address owner) {
        owner = owners[id];
        require(owner != address(0), "Collection: no such piece");
    }

    /// Pieces are numbered from 1.
    function mint(address to) external returns (uint256 id) {
        require(to != address(0), "Collection: no receiver");
        id = ++totalSupply;
        owners[id] = to;
        ++balanceOf[to];
        emit Transfer(address(0), to, id);
    }

    function approve(address spender, uint256 id) external {
        address owner = ownerOf(id);
        require(msg.sender == owner || isApprovedForAll[owner][msg.sender], "Collection: not yours");
        getApproved[id] = spender;
        emit Approval(owner, spender, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) public {
        require(ownerOf(id) == from && to != address(0), "Collection: wrong owner or receiver");
        require(
            msg.sender == from || msg.sender == getApproved[id] || isApprovedForAll[from][msg.sender],
            "Collection: not yours"
        );
        delete getApproved[id];
        owners[id] = to;
        --balanceOf[from];
        ++balanceOf[to];
        emit Transfer(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        safeTransferFrom(from, to, id, "");
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes memory extra) public {
        transferFrom(from, to, id);
        if (to.code.length > 0) {
            bytes4 answer = IReceiver721(to).onERC721Received(msg.sender, from, id, extra);
            require(answer == IReceiver721.onERC721Received.selector, "Collection: receiver refused");
        }
    }
}

/// Pieces that are wholly on chain.
contract Drawings is Collection {
    string private text;

    constructor(string memory name_, string memory symbol_, string memory text_) Collection(name_, symbol_) {
        text = text_;
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        ownerOf(id);
        return Picture.describe(name, text, id);
    }
}

/// Pieces described on a web server, which may be another one tomorrow.
contract Postcards is Collection {
    string public base;

    constructor(string memory name_, string memory symbol_, string memory base_) Collection(name_, symbol_) {
        base = base_;
    }

    function setBaseUri(string calldata base_) external {
        base = base_;
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        ownerOf(id);
        return string.concat(base, Picture.decimal(id), ".json");
    }
}

/// ERC-1155: many copies of each piece.
contract Editions {
    string public constant name = "Editions";
    string public constant symbol = "EDIT";
    mapping(address => mapping(uint256 => uint256)) private balances;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);
    event URI(string value, uint256 indexed id);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function uri(uint256 id) external pure returns (string memory) {
        return Picture.describe("Edition", "One of many copies.", id);
    }

    function balanceOf(address owner, uint256 id) public view returns (uint256) {
        return balances[owner][id];
    }

    function balanceOfBatch(address[] calldata owners, uint256[] calldata ids) external view returns (uint256[] memory found) {
        require(owners.length == ids.length, "Editions: lengths differ");
        found = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) found[i] = balances[owners[i]][ids[i]];
    }

    function mint(address to, uint256 id, uint256 value) external {
        require(to != address(0), "Editions: no receiver");
        balances[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata extra) external {
        _move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
        if (to.code.length > 0) {
            bytes4 answer = IReceiver1155(to).onERC1155Received(msg.sender, from, id, value, extra);
            require(answer == IReceiver1155.onERC1155Received.selector, "Editions: receiver refused");
        }
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata extra
    ) external {
        require(ids.length == values.length, "Editions: lengths differ");
        for (uint256 i = 0; i < ids.length; ++i) _move(from, to, ids[i], values[i]);
        emit TransferBatch(msg.sender, from, to, ids, values);
        if (to.code.length > 0) {
            bytes4 answer = IReceiver1155(to).onERC1155BatchReceived(msg.sender, from, ids, values, extra);
            require(answer == IReceiver1155.onERC1155BatchReceived.selector, "Editions: receiver refused");
        }
    }

    function _move(address from, address to, uint256 id, uint256 value) private {
        require(msg.sender == from || isApprovedForAll[from][msg.sender], "Editions: not yours");
        require(to != address(0), "Editions: no receiver");
        require(balances[from][id] >= value, "Editions: balance too low");
        balances[from][id] -= value;
        balances[to][id] += value;
    }
}
